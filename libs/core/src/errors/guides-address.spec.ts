import { anchorsOf, readFromRoot, siteLinks } from '../../../../test/support/guides.js';
import { raisedErrorTypes } from '../../../../test/support/raised-error-types.js';
import { guideOfError, GUIDES } from '../errors/guides-address.js';

describe('the URL of the guides', () => {
  it('is the home page in the manifest, for which the website is built (U9)', () => {
    expect(JSON.parse(readFromRoot('package.json'))).toMatchObject({ homepage: GUIDES });
  });

  it.each(raisedErrorTypes())('links a log line with %s to its heading (U9)', (type) => {
    const [link] = siteLinks({ path: 'a log', text: `(see ${guideOfError(type)})` });

    expect(link).toMatchObject({ path: 'docs/errors.md' });
    expect(anchorsOf(readFromRoot(link?.path ?? ''))).toContain(link?.anchor);
  });
});
