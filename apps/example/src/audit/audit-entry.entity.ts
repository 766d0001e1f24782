import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One event in the account of a user. Rows are added, never changed or deleted. */
@Entity('audit_entries')
@Index(['userId', 'id'])
export class AuditEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  /** Not a foreign key: the trail is kept after the user is deleted. */
  @Column()
  userId!: string;

  /** Name of the event, such as `signIn`. */
  @Column()
  event!: string;

  /** Id of the provider, if one was involved. */
  @Column({ type: 'varchar', nullable: true })
  provider!: string | null;

  @Column()
  at!: Date;
}
