export interface TallyTables {
  rate_tallies: {
    /** SHA-256 of the rule and whom it counts. */
    key: string
    tries: number
    ends_at: number
  }
}
