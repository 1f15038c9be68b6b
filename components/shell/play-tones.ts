/** Two short rising tones: unlike what chats and finished agents sound like. */
export function playTones(): void {
  const audio = new AudioContext();
  const tone = (pitch: number, start: number) => {
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, audio.currentTime + start);
    volume.gain.exponentialRampToValueAtTime(0.08, audio.currentTime + start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + start + 0.16);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(audio.currentTime + start);
    oscillator.stop(audio.currentTime + start + 0.18);
    return oscillator;
  };
  tone(660, 0);
  tone(990, 0.14).addEventListener("ended", () => void audio.close());
}
