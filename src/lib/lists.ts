export const has_no_repeats = (items: readonly unknown[]): boolean => new Set(items).size === items.length
