// What Electron and the tests need from a Debian or Ubuntu system. Each need names the packages that can meet it; the
// newest name first (since 2024 many libraries end in t64), the name that exists everywhere else last.

const renamed = (name) => [`${name}t64`, name]

export const LIBRARIES = {
  'libasound.so.2': renamed('libasound2'),
  'libatk-1.0.so.0': renamed('libatk1.0-0'),
  'libatk-bridge-2.0.so.0': renamed('libatk-bridge2.0-0'),
  'libatspi.so.0': renamed('libatspi2.0-0'),
  'libcairo.so.2': ['libcairo2'],
  'libcups.so.2': renamed('libcups2'),
  'libdbus-1.so.3': ['libdbus-1-3'],
  'libdrm.so.2': ['libdrm2'],
  'libexpat.so.1': ['libexpat1'],
  'libgbm.so.1': ['libgbm1'],
  'libgcc_s.so.1': ['libgcc-s1'],
  'libgio-2.0.so.0': renamed('libglib2.0-0'),
  'libglib-2.0.so.0': renamed('libglib2.0-0'),
  'libgobject-2.0.so.0': renamed('libglib2.0-0'),
  'libgtk-3.so.0': renamed('libgtk-3-0'),
  'libnotify.so.4': ['libnotify4'],
  'libnspr4.so': ['libnspr4'],
  'libnss3.so': ['libnss3'],
  'libnssutil3.so': ['libnss3'],
  'libpango-1.0.so.0': ['libpango-1.0-0'],
  'libsmime3.so': ['libnss3'],
  'libudev.so.1': ['libudev1'],
  'libX11.so.6': ['libx11-6'],
  'libxcb.so.1': ['libxcb1'],
  'libXcomposite.so.1': ['libxcomposite1'],
  'libXdamage.so.1': ['libxdamage1'],
  'libXext.so.6': ['libxext6'],
  'libXfixes.so.3': ['libxfixes3'],
  'libxkbcommon.so.0': ['libxkbcommon0'],
  'libXrandr.so.2': ['libxrandr2'],
}

/** Loaded by Electron while it runs, so that its list of linked libraries may not name them. */
export const LOADED_LATER = ['libgtk-3.so.0', 'libnotify.so.4']

export const COMMANDS = {
  Xvfb: ['xvfb'],
  'dbus-run-session': ['dbus-daemon', 'dbus'],
  'gnome-keyring-daemon': ['gnome-keyring'],
  nginx: ['nginx-light', 'nginx'],
  apache2: ['apache2-bin'],
  debootstrap: ['debootstrap'],
  makensis: ['nsis'],
  wine: ['wine'],
  'x86_64-w64-mingw32-gcc-win32': ['gcc-mingw-w64-x86-64-win32'],
}

export const FONTS = ['fonts-liberation']

/** The names that `ldd` could not find. */
export function notFound(lddOutput) {
  return [...lddOutput.matchAll(/^[ \t]*(\S+) => not found/gm)].map((match) => match[1])
}

/** The names among `wanted` that `ldconfig -p` does not list. */
export function notListed(ldconfigOutput, wanted) {
  const listed = new Set([...ldconfigOutput.matchAll(/^[ \t]+(\S+) \(/gm)].map((match) => match[1]))
  return listed.size === 0 ? [] : wanted.filter((name) => !listed.has(name))
}

/** The packages that `apt-cache policy` offers for installation. */
export function offered(policyOutput) {
  const blocks = policyOutput.split(/^(?=\S+:$)/m)
  return blocks
    .map((block) => /^(\S+):\n[^]*?Candidate: (\S+)/.exec(block))
    .filter((match) => match && match[2] !== '(none)')
    .map((match) => match[1])
}

/** One package per need: the first one that is offered, else the last name. Sorted, each once. */
export function choosePackages(needs, offeredNames) {
  const known = new Set(offeredNames)
  const chosen = needs.map((names) => names.find((name) => known.has(name)) ?? names.at(-1))
  return [...new Set(chosen)].sort()
}
