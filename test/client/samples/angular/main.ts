import '@angular/compiler';
import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { Account } from './account.js';

document.querySelector('main')!.append(document.createElement('app-account'));
await bootstrapApplication(Account, { providers: [provideZonelessChangeDetection()] });
