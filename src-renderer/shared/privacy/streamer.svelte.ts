/** Streamer mode: while on, what is private is drawn as dots. The frame sets it from the settings. */
class Streamer {
  on = $state(false)
}

export const streamer = new Streamer()
