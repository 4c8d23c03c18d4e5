export interface CartTables {
  carts: {
    user_id: string
    /** JSON: product id -> quantity. */
    items: string
    updated_at: number
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends CartTables {}
}
