import type { ReactNode, SubmitEvent } from 'react'
import { NavLink } from 'react-router'
import type { Shopper } from '#features/auth/auth.contract.ts'
import { LoginOpener } from '#features/auth/web/login-opener.tsx'
import { categories, categoryUrl } from '#features/catalog/catalog.categories.ts'
import { sitePicture } from '#features/pictures/site-pictures.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import { LogoutForm } from './logout-form.tsx'

export interface MenuLinksProps {
  shopper?: Shopper | null | undefined
  onLogin?: (() => void) | undefined
  onLogout?: ((event: SubmitEvent<HTMLFormElement>) => void) | undefined
  close: () => void
}

const row =
  'flex min-h-11 w-full items-center gap-3.5 border-transparent border-l-3 py-1 pr-5 pl-4.25 text-left leading-tight hover:bg-kora focus-visible:-outline-offset-2 aria-[current]:border-madder-700 aria-[current]:font-semibold'

/** All that the menu leads to: the shop's goods, the shop, the account. */
export default function MenuLinks({ shopper, onLogin, onLogout, close }: MenuLinksProps) {
  const { storeName } = useSettings()
  const to = (url: string, text: string, before?: ReactNode) => (
    <li key={url}>
      <NavLink end to={url} onClick={close} className={row}>
        {before}
        {text}
      </NavLink>
    </li>
  )
  return (
    <>
      {shopper && (
        <p className="flex items-center gap-3 bg-kora px-5 py-3.5 leading-tight">
          <Icon name="user" />
          <span className="wrap-anywhere">
            <b className="block">{shopper.name}</b>
            <span className="text-ink-soft text-sm">{shopper.email}</span>
          </span>
        </p>
      )}
      <nav aria-label="Menu" className="pb-6">
        <Group title="Shop">
          {to('/products', 'All Products')}
          {categories.map(({ path, text, picture }) =>
            to(
              categoryUrl(path),
              text,
              <Picture
                picture={sitePicture(picture)}
                alt=""
                sizes="36px"
                maxWidth={SMALL_PICTURE}
                className="size-9 flex-none"
              />,
            ),
          )}
        </Group>
        <Stitch className="mx-5 mt-2.5" />
        <Group title={storeName}>
          {to('/producers', 'Producers')}
          {to('/mission', 'Mission')}
          {to('/producerform', 'Join as Producer')}
        </Group>
        <Stitch className="mx-5 mt-2.5" />
        <Group title="Account">
          {shopper ? (
            <>
              {to('/my-orders', 'My Orders', <Icon name="orders" size="sm" />)}
              {to('/account', 'Account', <Icon name="user" size="sm" />)}
              <li>
                <LogoutForm
                  className={row}
                  onSubmit={(event) => {
                    close()
                    onLogout?.(event)
                  }}
                />
              </li>
            </>
          ) : (
            <li>
              <LoginOpener
                onLogin={
                  onLogin &&
                  (() => {
                    close()
                    onLogin()
                  })
                }
              >
                <button type="submit" className={row}>
                  <Icon name="user" size="sm" />
                  Login
                </button>
              </LoginOpener>
            </li>
          )}
        </Group>
      </nav>
    </>
  )
}

/** The narrowest file of a category's picture. */
const SMALL_PICTURE = 320

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="heading-plain px-5 pt-3.5 pb-0.5 text-ink-mute text-xs">{title}</h2>
      <ul>{children}</ul>
    </>
  )
}
