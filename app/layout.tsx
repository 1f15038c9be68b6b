import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./tokens.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { NonceForStyles } from "#components/ui/nonce-for-styles.tsx";
import { Toaster } from "#components/ui/toaster.tsx";
import { readPreference } from "./server/preferences.ts";

export const metadata: Metadata = {
  title: { default: "Airlock", template: "%s · Airlock" },
  description: "The control plane between AI agents and their tools.",
  robots: { index: false, follow: false },
  icons: { icon: "/icon.svg" },
  manifest: "/manifest.webmanifest",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, viewportFit: "cover" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? "";
  return (
    <html lang="en" data-theme={await readPreference("theme")}>
      <body>
        <NonceForStyles nonce={nonce} />
        {children}
        <Toaster />
      </body>
    </html>
  );
}
