const features = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'display-capture',
] as const

/** The header that says what of a device a page may use: nothing but `used`, and that for the shop's own scripts alone. */
export const permissionsPolicy = (used?: (typeof features)[number]) =>
  features.map((feature) => `${feature}=(${feature === used ? 'self' : ''})`).join(', ')
