import { createPage } from './page.js';

/** The page of the functions that are exported without a client. */
export const defaultPage = /* @__PURE__ */ createPage();
