import { Account } from './account';

/** The component is the sample of the guide for React. */
export default function ClientPage() {
  return <Account />;
}
