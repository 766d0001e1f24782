/**
 * Removes something. If the removal fails, but was done, as when only the answer of the store was
 * lost, that counts as a success, and the caller goes on.
 * @param isThere - looks for what should be removed
 * @returns what the removal returns; undefined if its answer was lost
 * @throws what the removal throws, if it was not done
 */
export async function removeOrLook<R>(
  remove: () => Promise<R>,
  isThere: () => Promise<boolean>,
): Promise<R | undefined> {
  try {
    return await remove();
  } catch (thrown) {
    if (await isThere()) throw thrown;
    return undefined;
  }
}
