export interface AddressTables {
  addresses: {
    id: string
    user_id: string
    first_name: string
    last_name: string
    email: string
    street: string
    city: string
    state: string
    zipcode: string
    country: string
    phone: string
    /** 0 or 1. */
    is_default: number
    created_at: number
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends AddressTables {}
}
