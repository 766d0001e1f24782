import { Controller, Get, Header } from '@nestjs/common';
import { ICON } from './icon.js';
import { STYLESHEET } from './stylesheet.js';

/** What the pages load. */
@Controller('assets')
export class AssetsController {
  @Get('style.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return STYLESHEET;
  }

  @Get('icon.svg')
  @Header('Content-Type', 'image/svg+xml')
  icon(): string {
    return ICON;
  }
}
