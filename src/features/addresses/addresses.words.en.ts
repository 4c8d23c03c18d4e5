/** What addresses say. */
export const addressesEn = {
  ADDRESS_NOT_FOUND: 'This address was not found. Please choose another',
  TOO_MANY_ADDRESSES: ({ most }: { most: number }) => `You have ${most} saved addresses. Delete one to add another`,

  FIRST_NAME: 'your first name',
  LAST_NAME: 'your last name',
  STREET: 'your street',
  CITY: 'your city',
  STATE: 'your state',
  COUNTRY: 'your country',
  PIN_CODE_MISSING: 'Enter your PIN code',
  PIN_CODE_TOO_LONG: 'That PIN code is too long',
  PIN_CODE_NOT_DIGITS: 'PIN code must be numbers only',
  PIN_CODE_NOT_INDIAN: 'PIN code must be 6 digits, like 560038',
  MOBILE_MISSING: 'Enter a mobile number',
  MOBILE_TOO_LONG: 'That mobile number is too long',
  MOBILE_NOT_TEN_DIGITS: 'Enter a 10-digit mobile number',
  NOT_SHIPPED_TO: ({ country }: { country: string }) => `We do not ship to ${country.trim()} yet`,

  ADDRESSES_COUNTED({ count }: { count: number }) {
    if (count === 0) return 'You have no saved address yet'
    return count === 1 ? '1 saved address' : `${count} saved addresses`
  },
  ADDRESS_SAVED: 'Address saved',
  ADDRESS_DELETED: 'Address deleted',
}
