export * from '../server/read-session';
