import '@angular/compiler';
import './calls.js';
import { Component, provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { injectSession, provideAuth } from '@authnest/client/angular';
import { shown } from './shown.js';

@Component({ selector: 'main', template: '<p role="status">{{ shown(session()) }}</p>' })
class Status {
  protected readonly session = injectSession();
  protected readonly shown = shown;
}

const app = bootstrapApplication(Status, {
  providers: [
    provideZonelessChangeDetection(),
    provideAuth({ session: () => globalThis.handedOver }),
  ],
});
addEventListener('unmount', () => void app.then((ref) => ref.destroy()));
