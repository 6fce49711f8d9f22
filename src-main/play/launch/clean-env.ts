/** Names that belong to this app's own start and would mislead another program. */
const OURS = /^(APPIMAGE|APPDIR|ARGV0|OWD|CHROME_DESKTOP|NODE_OPTIONS|NODE_ENV|ELECTRON_.*|LOADOUT_.*|APPIMAGE_.*)$/
/** Lists of folders that an AppImage puts its own in front of. */
const LISTS = [
  'PATH',
  'LD_LIBRARY_PATH',
  'XDG_DATA_DIRS',
  'GSETTINGS_SCHEMA_DIR',
  'PYTHONPATH',
  'PERLLIB',
  'QT_PLUGIN_PATH',
  'GTK_PATH',
  'GDK_PIXBUF_MODULE_FILE',
]

type Env = Readonly<Record<string, string | undefined>>

/** The environment for a program that is not ours: without what an AppImage or this app's start added. */
export function cleanEnv(env: Env): Record<string, string> {
  const appDir = env.APPDIR
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || OURS.test(name)) continue
    if (appDir === undefined || !LISTS.includes(name)) clean[name] = value
    else {
      const kept = value.split(':').filter((folder) => folder !== appDir && !folder.startsWith(`${appDir}/`))
      if (kept.join('') !== '') clean[name] = kept.join(':')
    }
  }
  return clean
}
