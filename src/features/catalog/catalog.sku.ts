export const MAX_SKU = 64

/** SKUs are compared without case and outer spaces. */
export const foldSku = (sku: string) => sku.normalize('NFC').trim().toLowerCase()

/** Begins the SKUs of the demo file for trying an import. */
export const DEMO_SKU = 'HAAT-DEMO-'
