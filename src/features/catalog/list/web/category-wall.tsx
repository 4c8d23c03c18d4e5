import { Link } from 'react-router'
import { Picture, type PictureProps } from '#web/ui/picture.tsx'
import { type categories, categoryUrl } from '../../catalog.categories.ts'

export interface CategoryTile extends Pick<(typeof categories)[number], 'path' | 'text' | 'subtitle'> {
  picture: PictureProps['picture']
}

export function CategoryWall({ tiles, picture: height }: { tiles: CategoryTile[]; picture: string }) {
  return (
    <ul className="-mx-gutter grid grid-cols-2 gap-px border-kajal-joint border-y bg-kajal-joint md:mx-0 md:grid-cols-4 md:border-x">
      {tiles.map(({ path, text, subtitle, picture }) => (
        <li key={path} className="bg-kajal">
          <Link
            to={categoryUrl(path)}
            prefetch="intent"
            className="group grid h-full content-start focus-visible:-outline-offset-2"
          >
            {/* 50vw on a phone; a tenth less lets one of 360 px at 2x take the file of 320. */}
            <Picture
              picture={picture}
              alt=""
              sizes="(min-width: 1488px) 350px, (min-width: 768px) 24vw, 44vw"
              lazy
              className={`${height} bg-kajal`}
              imgClassName="transition-transform duration-(--duration-slow) motion-safe:pointer-fine:group-hover:scale-(--zoom-tile)"
            />
            <div className="px-3.5 pt-3 pb-4.5 md:px-5 md:pt-4 md:pb-5.5">
              <h3 className="text-tile decoration-1 underline-offset-4 group-hover:underline md:text-tile-wide">
                {text}
              </h3>
              <p className="mt-1 text-ash text-xs leading-hint md:text-sm">{subtitle}</p>
            </div>
          </Link>
        </li>
      ))}
    </ul>
  )
}
