/**
 * Removes something. If the removal fails, but was done, as when only the answer of the store was
 * lost, that counts as a success, and the caller goes on.
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
