import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One thing that happened to a user's sign-in. Rows are only ever added. */
@Entity('audit_entries')
@Index(['userId', 'id'])
export class AuditEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  /** No foreign key: the trail outlives the user. */
  @Column()
  userId!: string;

  /** Name of the event, such as `signIn`. */
  @Column()
  event!: string;

  /** Id of the provider, if one took part. */
  @Column({ type: 'varchar', nullable: true })
  provider!: string | null;

  @Column()
  at!: Date;
}
