import { Suspense } from 'react';
import { Page } from '../page-of';

/** People sign in with the NestJS application, to which `/auth` is forwarded. */
export default function NestPage() {
  return (
    <Suspense>
      <Page basePath="/auth" />
    </Suspense>
  );
}
