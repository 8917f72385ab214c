// The list of letters: moving, selecting, and doing something with what is selected.
export function startLetters() {}
