// What this device keeps: values by key, in IndexedDB.

/** A change of what is kept; without bytes the value goes. */
export interface Change {
  readonly key: string;
  readonly bytes: Uint8Array | null;
}

export interface Keep {
  /** Calls back with every value. */
  readonly each: (value: (key: string, bytes: Uint8Array) => void) => Promise<void>;
  /** Makes all changes or none. */
  readonly write: (changes: readonly Change[]) => Promise<void>;
}

const STORE = "values";

const finished = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps nothing"));
  });

/** Opens what is kept under a name. */
export async function openKeep(name = "outflank", factory: IDBFactory = indexedDB): Promise<Keep> {
  const opening = factory.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await finished(opening);
  // A later version of the pages may want to change the form of what is kept.
  database.onversionchange = () => database.close();
  return {
    each: async (value) => {
      const store = database.transaction(STORE).objectStore(STORE);
      const [keys, values] = await Promise.all([finished(store.getAllKeys()), finished(store.getAll())]);
      keys.forEach((key, index) => value(String(key), values[index] as Uint8Array));
    },
    write: (changes) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(STORE, "readwrite");
        const store = transaction.objectStore(STORE);
        for (const { key, bytes } of changes) {
          if (bytes === null) store.delete(key);
          else store.put(bytes, key);
        }
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error("the browser keeps nothing"));
      }),
  };
}

/** Tells whether something could not be kept because there is no room. */
export const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === "QuotaExceededError";
