// Runs the specs from docs/testing.md.
import '../fixtures/testing/chat.sample.js';
import '../fixtures/testing/mailbox.sample.js';
import '../fixtures/testing/notes.sample.js';
import '../fixtures/testing/supertest.sample.js';
import '../fixtures/testing/without-signing-in.sample.js';
