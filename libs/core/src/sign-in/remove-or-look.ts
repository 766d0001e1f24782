/**
 * Removes something. A store may have lost the answer to a removal that it has done: what follows a
 * removal then follows too.
 * @param isThere - looks for what should be removed
 * @throws what the removal throws, if it was not done
 */
export async function removeOrLook(
  remove: () => Promise<unknown>,
  isThere: () => Promise<boolean>,
): Promise<void> {
  try {
    await remove();
  } catch (thrown) {
    if (await isThere()) throw thrown;
  }
}
