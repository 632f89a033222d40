/** Sets an entry as the newest one of a map, and removes the oldest one where the map is full. */
export function set_newest<Value>(map: Map<string, Value>, key: string, value: Value, entries_max: number): void {
  map.delete(key)
  if (map.size >= entries_max) map.delete(map.keys().next().value as string)
  map.set(key, value)
}
