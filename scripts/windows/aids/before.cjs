// Loaded before everything else in each Node of the lane.
const { mkdirSync } = require('node:fs')
const { Socket } = require('node:net')
const { join } = require('node:path')

// Wine 8 knows no TCP_KEEPALIVE: a connection that asks for it fails with UNKNOWN.
const { connect } = Socket.prototype
Socket.prototype.connect = function (...words) {
  for (const options of words.flat()) if (options?.keepAlive) options.keepAlive = false
  return connect.apply(this, words)
}
Socket.prototype.setKeepAlive = function () {
  return this
}

// The user's folders, under a name with a blank and an umlaut. Wine sets these names anew for each program that starts from outside.
const home = process.env.LOADOUT_LANE_HOME
if (home && process.env.USERPROFILE !== home) {
  const folders = { APPDATA: 'AppData\\Roaming', LOCALAPPDATA: 'AppData\\Local', TEMP: 'Temp', TMP: 'Temp' }
  process.env.USERPROFILE = home
  for (const [name, folder] of Object.entries(folders)) {
    process.env[name] = join(home, folder)
    mkdirSync(process.env[name], { recursive: true })
  }
}
