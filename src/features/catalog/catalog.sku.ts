export const MAX_SKU = 64

/** What two SKUs are compared by: case and outer spaces do not matter. */
export const foldSku = (sku: string) => sku.normalize('NFC').trim().toLowerCase()
