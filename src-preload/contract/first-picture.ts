/**
 * The page's first picture is made by the build, before anybody knows whose community it shows: Home's frame in each language.
 * Main puts the community in and sends it as the page's document; the page's script takes it over as it stands.
 */

/** Stands for the community's name in a picture, and its first letter for the name's. For private use: no message has them. */
export const NAME_MARK = '\uE000\uE001'

/** What a picture differs by. */
export interface PictureKind {
  language: 'en' | 'de'
  /** Of the embedded demo community. */
  demo: boolean
}

/** All pictures that there are. */
export const pictureKinds: readonly PictureKind[] = (['en', 'de'] as const).flatMap((language) =>
  [true, false].map((demo) => ({ language, demo })),
)

/** Where a picture lies in the built page's folder: `first-picture/de-demo.txt`. As text it is not served by itself. */
export const pictureFile = ({ language, demo }: PictureKind): string =>
  `first-picture/${language}-${demo ? 'demo' : 'own'}.txt`

/** What stands for a community where its name has no room: the name's first sign, which may be two units long. */
export const initialOf = (name: string): string => [...name][0] ?? ''
