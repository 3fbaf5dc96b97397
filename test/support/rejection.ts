/** What `promise` rejects with, which it must. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error('Rejected with something that is no Error', { cause: error });
  }
  throw new Error('Resolved, where it should have rejected');
}
