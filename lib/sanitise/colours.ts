/**
 * The colours that a terminal writes with, as its sequences set them one after the other: letters in the colour of what they stand on
 * are hidden, whether one sequence says so or two.
 */
export class Colours {
  #letters = NONE;
  #ground = NONE;
  #isBold = false;

  /** Obeys the parameters of one sequence. `hides`: it conceals, or sets both colours alike itself. */
  obey(parameters: string): { readonly hides: boolean } {
    let hides = false;
    let letters = false;
    let ground = false;
    const fields = parameters.split(";");
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i] as string;
      const code = Number.parseInt(field, 10) || 0;
      if (code === 38 || code === 48 || code === 58) {
        const named = field.includes(":") ? readParts(field) : readFields(fields, i);
        i += named.width;
        if (code === 38) this.#letters = named.colour;
        else if (code === 48) this.#ground = named.colour;
        letters ||= code === 38;
        ground ||= code === 48;
        continue;
      }
      if (code === 8) hides = true;
      this.#set(code);
      letters ||= isBetween(code, 30, 37) || isBetween(code, 90, 97);
      ground ||= isBetween(code, 40, 47) || isBetween(code, 100, 107);
    }
    return { hides: hides || (letters && ground && this.areAlike) };
  }

  get areAlike(): boolean {
    // Bold black is how terminals were told to write grey.
    const letters = this.#isBold && this.#letters === BLACK ? colourOf(8) : this.#letters;
    return letters !== NONE && this.#ground !== NONE && isAlike(letters, this.#ground);
  }

  #set(code: number): void {
    if (code === 0) {
      this.#letters = this.#ground = NONE;
      this.#isBold = false;
    } else if (code === 1) this.#isBold = true;
    else if (code === 22) this.#isBold = false;
    else if (code === 39) this.#letters = NONE;
    else if (code === 49) this.#ground = NONE;
    else if (isBetween(code, 30, 37)) this.#letters = colourOf(code - 30);
    else if (isBetween(code, 90, 97)) this.#letters = colourOf(code - 82);
    else if (isBetween(code, 40, 47)) this.#ground = colourOf(code - 40);
    else if (isBetween(code, 100, 107)) this.#ground = colourOf(code - 92);
  }
}

const NONE = -1;
const BLACK = 0;

/** `38;5;n` and `38;2;r;g;b`: the colour, and how many fields stand behind the first. */
function readFields(fields: readonly string[], at: number): { colour: number; width: number } {
  const part = (index: number): number => Number.parseInt(fields[at + index] ?? "", 10) || 0;
  if (part(1) === 5) return { colour: colourOf(part(2)), width: 2 };
  if (part(1) === 2) return { colour: mix(part(2), part(3), part(4)), width: 4 };
  return { colour: NONE, width: 0 };
}

/** The same with colons: between `2` and the colour a space of colours may be named, or left out. */
function readParts(field: string): { colour: number; width: number } {
  const [, way, ...parts] = field.split(":").map((part) => Number.parseInt(part, 10) || 0);
  if (way === 5) return { colour: colourOf(parts[0] ?? 0), width: 0 };
  const [red = 0, green = 0, blue = 0] = parts.slice(-3);
  return { colour: way === 2 ? mix(red, green, blue) : NONE, width: 0 };
}

/** The sixteen by which terminals begin, then a cube of six levels, then greys. */
const FIRST = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
  0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];

function colourOf(index: number): number {
  if (index < 16) return FIRST[index] ?? NONE;
  if (index > 255) return NONE;
  if (index > 231) return mix(8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232));
  const level = (step: number): number => (step === 0 ? 0 : 55 + 40 * step);
  const cube = index - 16;
  return mix(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function mix(red: number, green: number, blue: number): number {
  return ((red & 255) << 16) | ((green & 255) << 8) | (blue & 255);
}

/** So little difference nobody sees. */
const SHADE = 8;

function isAlike(one: number, other: number): boolean {
  for (const shift of [16, 8, 0]) if (Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) > SHADE) return false;
  return true;
}

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}
