// The specs of docs/testing.md, as an application has them.
import '../fixtures/testing/mailbox.sample.js';
import '../fixtures/testing/supertest.sample.js';
import '../fixtures/testing/without-signing-in.sample.js';
