import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { authEntities, type AuthEntities, type AuthJsEntities } from './entities/auth-entities.js';
import type { StatementOptions } from './operations/operations.js';
import { TypeOrmAdapter } from './typeorm.adapter.js';
import { TypeOrmSessionRegistry } from './typeorm-session-registry.js';

/** Options of {@link TypeOrmAuthModule.forFeature}. */
export interface TypeOrmAuthOptions extends StatementOptions {
  /** As in `TypeOrmModule.forFeature`. @default the application's default DataSource */
  dataSource?: DataSource | DataSourceOptions | string;
  /** The result of `authEntities`. @default the entities of the DataSource */
  entities?: AuthEntities | AuthJsEntities;
}

/**
 * Provides {@link TypeOrmAdapter} on the application's own DataSource, and the repositories of the
 * entities. With `autoLoadEntities: true` it registers the entities; otherwise list them in the
 * `entities` of the DataSource.
 *
 * ```ts
 * AuthModule.forRootAsync({
 *   imports: [TypeOrmAuthModule.forFeature()],
 *   inject: [TypeOrmAdapter],
 *   useFactory: (adapter: TypeOrmAdapter) => ({ adapter, providers: [GitHub] }),
 * })
 * ```
 */
@Module({})
export class TypeOrmAuthModule {
  static forFeature({
    dataSource,
    entities,
    ...statements
  }: TypeOrmAuthOptions = {}): DynamicModule {
    // A copy, since TypeOrmModule keeps the list that it receives.
    const list = [...(entities ?? authEntities())];
    return {
      module: TypeOrmAuthModule,
      imports: [TypeOrmModule.forFeature(list, dataSource)],
      providers: [
        {
          provide: TypeOrmAdapter,
          inject: [getDataSourceToken(dataSource)],
          useFactory: (source: DataSource) => new TypeOrmAdapter(source, entities, statements),
        },
        {
          provide: TypeOrmSessionRegistry,
          inject: [getDataSourceToken(dataSource)],
          useFactory: (source: DataSource) => new TypeOrmSessionRegistry(source),
        },
      ],
      exports: [TypeOrmAdapter, TypeOrmSessionRegistry, TypeOrmModule],
    };
  }
}
