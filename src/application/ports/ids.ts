/** Where the identities of new jobs come from. */
export abstract class Ids {
  /** A UUID in lower case that sorts after all that this process made before. */
  abstract next(): string;
}
