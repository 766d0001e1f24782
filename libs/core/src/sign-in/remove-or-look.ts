/**
 * Removes something. A removal that was done counts as a success although it failed, since the store
 * may have lost only its answer.
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
