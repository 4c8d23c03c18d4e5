import pictures from './site-pictures.json' with { type: 'json' }

export type SitePictureName = keyof typeof pictures

/** A picture of the site itself (hero, category covers, stories), with its sizes. */
export const sitePicture = (name: SitePictureName) => pictures[name]
