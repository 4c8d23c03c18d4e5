/** What is wrong with a picture that was sent. */
export const picturesEn = {
  UNREADABLE_PICTURE: 'That file is not an image. Use JPG, PNG, WebP or AVIF',
  PICTURE_TOO_LARGE: 'That image has more than 40 megapixels. Use a smaller one',
  /** Its code is PICTURE_TOO_LARGE, too. */
  PICTURE_TOO_COSTLY: 'That image takes too much memory to read. Save it as a plain JPG, or make it smaller',
}
