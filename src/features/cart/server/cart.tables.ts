export interface CartTables {
  carts: {
    user_id: string
    /** JSON: product id -> quantity. */
    items: string
    updated_at: number
  }
}
