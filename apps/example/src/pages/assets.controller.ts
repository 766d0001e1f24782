import { Controller, Get, Header } from '@nestjs/common';
import { PASSKEYS_SCRIPT } from '../passkeys/passkeys-script.js';
import { ICON } from './icon.js';
import { STYLESHEET } from './stylesheet.js';

/** The files that the pages load. */
@Controller('assets')
export class AssetsController {
  @Get('style.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return STYLESHEET;
  }

  @Get('passkeys.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  passkeys(): string {
    return PASSKEYS_SCRIPT;
  }

  @Get('icon.svg')
  @Header('Content-Type', 'image/svg+xml')
  icon(): string {
    return ICON;
  }
}
