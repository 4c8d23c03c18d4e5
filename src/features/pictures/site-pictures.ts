import pictures from './site-pictures.json' with { type: 'json' }

export type SitePictureName = keyof typeof pictures

/** A picture of the site itself (hero, category covers, stories), with its sizes. */
export const sitePicture = (name: SitePictureName) => pictures[name]

/** The picture of the site that is at this link, whatever its content was when the link was written; undefined where it is none. */
export function sitePictureAt(link: string) {
  const [, name] = /^\/media\/([\w-]+)-[0-9a-f]{8}\/\d+\.webp$/.exec(link) ?? []
  return Object.entries(pictures).find(([known]) => known === name)?.[1]
}
