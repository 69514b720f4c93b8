// Files that a page hands over.

/** Lets the browser save something as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Lets the browser save a text as a file. */
export const saveText = (text: string, name: string, type = "text/plain") => saveBlob(new Blob([text], { type }), name);
