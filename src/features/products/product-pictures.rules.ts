/** Pictures of one product. */
export const MAX_PICTURES = 8
/** Pictures that come in one form with the product; each further one comes in a form of its own. */
export const MAX_PICTURES_AT_ONCE = 4
