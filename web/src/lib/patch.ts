/** Small differences between two JSON values; the twin of `rondel.server.patch`.
 *
 * A patch is a list of changes, applied in order: `[path, value]` puts a value at a path, `[path]` removes what is there.
 */
export type Path = readonly (string | number)[];
export type Patch = readonly (readonly [Path, unknown] | readonly [Path])[];

/** The new value; the old one is left as it was. */
export function applyPatch<T>(value: T, patch: Patch): T {
  return patch.reduce<unknown>((now, change) => put(now, change[0], change), value) as T;
}

function put(value: unknown, path: Path, change: Patch[number]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change[1];
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  if (rest.length) copy[key] = put(copy[key], rest, change);
  else if (change.length === 1) delete copy[key];
  else copy[key] = change[1];
  return copy;
}
