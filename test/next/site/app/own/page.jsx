import { Suspense } from 'react';
import { Page } from '../page-of';

/** People sign in with Auth.js, in this application. */
export default function OwnPage() {
  return (
    <Suspense>
      <Page basePath="/api/auth" />
    </Suspense>
  );
}
