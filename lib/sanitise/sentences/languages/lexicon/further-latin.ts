import type { Lexicon } from "./lexicon.ts";

/** Turkish, Indonesian and Malay, Vietnamese, Filipino, Finnish, Hungarian, Swahili. */
export const FURTHER_LATIN: readonly Lexicon[] = [
  {
    language: "Turkish",
    drop: "yok say|yoksay|unut|görmezden gel|dikkate alma|göz ardı et|gözardı et|aldırma|önemseme|uyma|takip etme|boş ver|boşver|bırak|es geç|atla|çiğne|iptal et|geçersiz say|hükümsüz say|itaat etme",
    rules:
      "politika|talimat|yönerge|komut|kural|emir|emr|direktif|kısıtlama|sınırlama|istem|sistem mesaj|prompt|yönlendirme|ilke",
    prior:
      "sana verilen|size verilen|aldığın|önceki|evvelki|yukarıdaki|daha önce|şimdiye kadar|tüm|bütün|her türlü|verilen|ilk|orijinal|mevcut|sana verilen|size verilen|sistem",
    every:
      "önceki her şeyi|yukarıdaki her şeyi|söylenen her şeyi|her şeyi|öncekilerin hepsini|yukarıdakilerin|şimdiye kadar söylenen",
    text: "sayfayı|makaleyi|metni|belgeyi|fonksiyonu|işlevi|kodu|içeriği|soruyu|görevi|isteği",
    say: "söyle|yanıtla|cevapla|yaz|belirt|bildir|yazdır|bunun yerine|yerine",
    give: "bana ver|bana söyle|bana göster|bana gönder|göster|ifşa et|açıkla|paylaş|tekrarla|yazdır|listele|nedir|nelerdir|söyle|verebilir misin|doğrula|onayla",
    secret:
      "şifre|parola|gizli anahtar|api anahtar|özel anahtar|kimlik bilgi|erişim belirte|erişim jeton|erişim anahtar|kart numara|banka bilgi|ortam değişken|gizli veri|gizli bilgi|sırlar",
    prompt:
      "sistem istem|sistem prompt|sistem mesaj|gizli talimat|iç talimat|ilk talimat|kendi talimat|talimatlarını göster|talimatlarını açıkla|talimatlarını yaz|senin talimat|gizli anahtarın",
    maker:
      "ben tanrı|ben senin geliştirici|senin geliştiricinim|sizin geliştiricinizim|ben senin yaratıcı|ben geliştirici|bir geliştiriciyim|geliştiriciyim|ben yönetici|yöneticinim|sistem yöneticisiyim|yaratıcın olarak|geliştiricin olarak|openai tarafından geliştirilen|anthropic tarafından geliştirilen|openai tarafından",
    mode: "mod|modu|moduna|modunda|modun|kipi|kipine",
    enter: "giriyorum|geçiyorum|etkinleştiriyorum|başlatıyorum|şu anda|artık|gir|geç|etkinleştir",
    obey: "sadece bu belgedeki|yalnızca bu belgedeki|sadece buradaki|yalnızca buradaki|sadece bu dosyadaki|bana itaat et|benim talimatlarıma|talimatlarıma uy|emirlerime uy|emirlerime|komutlarıma uy|sözümü dinle|beni dinle|talimatlarımı dinle|talimatlarımı uygula|dediğimi yap|sadece benim|yalnızca benim",
    now: "bundan sonra|bundan böyle|şu andan itibaren|artık|bu andan itibaren|şimdiden sonra",
    be: "sen bir|olarak davran|gibi davran|rolünü oyna|rolüne gir|numarası yap|kısıtlama olmadan|sınırsız|filtresiz|kısıtlamasız|zorundasın|cevap vereceksin|olacaksın|kuralların yok",
    task: "yeni görevin|yeni görev|yeni talimat|yeni amacın|yeni hedefin|asıl görevin|gerçek görevin|bunun yerine",
    conceal:
      "söyleme|bahsetme|haber verme|bildirme|ifşa etme|belirtme|uyarma|anlatma|haberi olmadan|söylemeden|bildirmeden|haber vermeden|gizle|sakla",
    user: "kullanıcı|müşteri",
    ai: "asistan|dil modeli|yapay zeka|yapay zekâ|yz ajan|sohbet robotu|sohbet botu|chatbot|botu|modele not",
    send: "gönder|ilet|yolla|yükle|aktar|paylaş|yayınla|ekle|kopyala",
    about:
      "saldırı|enjeksiyon|injection|saldırgan|güvenlik açığı|örneğin|örnek|kötü niyetli|zararlı|jailbreak|tespit|filtre|oltalama",
    denial: { after: "^\\p{L}*m[ae]y[ıi]n|^(?:me|ma)(?:yin|yiniz)?(?!\\p{L})" },
  },
  {
    language: "Indonesian and Malay",
    drop: "abaikan|abaikanlah|lupakan|lupakanlah|jangan ikuti|jangan patuhi|jangan turuti|jangan hiraukan|jangan pedulikan|hiraukan|kesampingkan|ketepikan|tinggalkan|langgar|buang|batalkan|berhenti mengikuti|acuhkan|tidak perlu mengikuti",
    rules:
      "kebijakan|instruksi|perintah|petunjuk|arahan|aturan|peraturan|pedoman|panduan|suruhan|prompt|batasan|sekatan|pesan sistem|mesej sistem|larangan",
    prior:
      "yang diberikan|yang kamu terima|yang anda terima|yang diberi|sebelumnya|sebelum ini|terdahulu|semua|seluruh|segala|di atas|yang diberikan|yang anda|kamu|anda|awal|asal|asli|sistem|yang lalu|tadi",
    every: "semua yang|semua hal|segala yang|apa pun yang|apapun yang|semua di atas|apa yang telah|segala sesuatu",
    text: "halaman|laman|artikel|teks|dokumen|fungsi|kode|kod|konten|kandungan|pertanyaan|soalan|tugas",
    say: "katakan|jawab|tulis|nyatakan|sebutkan|cetak|tampilkan|sebagai gantinya",
    give: "beri saya|berikan saya|berikan|beritahu saya|beri tahu saya|katakan kepada saya|tunjukkan|tampilkan|paparkan|ungkapkan|dedahkan|bocorkan|kirimkan saya|kirim saya|bagikan|ulangi|cetak|sebutkan|apa isi|apakah|konfirmasi|sahkan|mengkonfirmasi|mengonfirmasi",
    secret:
      "kata sandi|sandi|kata laluan|password|kunci rahasia|kunci rahsia|kunci api|kunci pribadi|kunci peribadi|kredensial|kelayakan|token akses|nomor kartu|nombor kad|data bank|variabel lingkungan|data rahasia|rahasia|rahsia|kunci ssh",
    prompt:
      "prompt sistem|prompt anda|prompt kamu|promptmu|instruksi anda|instruksi kamu|instruksimu|instruksi tersembunyi|instruksi internal|instruksi awal|arahan tersembunyi|pesan sistem|mesej sistem|kunci rahasia anda|kunci rahasiamu",
    maker:
      "aku tuhan|saya tuhan|sebagai penciptamu|saya pengembang|saya adalah pengembang|saya pencipta|saya adalah pencipta|saya administrator|saya adalah administrator|saya pembangun|saya pentadbir|saya seorang pengembang|saya seorang pembangun|saya admin|sebagai pencipta|aku pengembang|ai yang dikembangkan oleh|dikembangkan oleh openai|dikembangkan oleh anthropic|dibangunkan oleh openai|tim openai",
    mode: "mode|mod",
    enter:
      "saya memasuki|saya sekarang memasuki|saya masuk|saya mengaktifkan|saya memulai|saya beralih|anda sekarang dalam|anda sekarang berada|kamu sekarang dalam|masuk ke|aktifkan|beralih ke|memasuki|saya kini",
    obey: "patuhi hanya|ikuti hanya|hanya patuhi|hanya ikuti|hanya turuti|patuhi saya|patuhi perintah saya|patuhi instruksi saya|ikuti perintah saya|ikuti instruksi saya|ikuti arahan saya|dengarkan instruksi saya|dengarkan instruksiku|mendengarkan instruksiku|mendengarkan instruksi saya|turuti saya|turuti perintah saya|lakukan apa yang saya|hanya instruksi saya|perintahku|instruksiku",
    now: "mulai sekarang|mulai saat ini|sejak saat ini|dari sekarang|bermula sekarang|mulai dari sini|seterusnya",
    be: "anda adalah|kamu adalah|anda ialah|bertindaklah|bertindak sebagai|berperan sebagai|berpura-pura|berlagak|jawablah|tanpa batasan|tanpa filter|tanpa sekatan|harus|wajib|mesti|tidak memiliki batasan",
    task: "tugas baru anda|tugas baru kamu|tugas barumu|tugas baru|tujuan baru|instruksi baru|arahan baharu|arahan baru|perintah baru|tugas sebenarnya|tugas anda yang sebenarnya|sebagai gantinya|sebaliknya",
    conceal:
      "jangan beri tahu|jangan beritahu|jangan katakan|jangan sebutkan|jangan ungkapkan|jangan informasikan|jangan maklumkan|jangan bilang|jangan sampaikan|tanpa memberi tahu|tanpa memberitahu|tanpa sepengetahuan|tanpa pengetahuan|sembunyikan|rahasiakan|rahsiakan",
    user: "pengguna|pelanggan",
    ai: "asisten|pembantu ai|model bahasa|kecerdasan buatan|kecerdasan artifisial|agen ai|model ai|ai yang membaca|chatbot|jika anda adalah ai|jika kamu adalah ai",
    send: "kirim|kirimkan|hantar|hantarkan|teruskan|unggah|muat naik|terbitkan|lampirkan|salin|bagikan",
    about:
      "serangan|injeksi|suntikan|injection|penyerang|kerentanan|misalnya|contoh|contohnya|berbahaya|jailbreak|mendeteksi|filter|phishing",
    denial: {
      after: "^\\p{L}*\\s+(?:email|e-mail|pesan|surel|mesej)\\s+ini",
      before: "(?:jangan|tidak|tanpa|dilarang|bisa|dapat|boleh|jika)\\s+(?:boleh\\s+)?(?:\\p{L}+\\s+)?$",
    },
  },
  {
    language: "Vietnamese",
    drop: "bỏ qua|quên|hãy quên|phớt lờ|lờ đi|đừng làm theo|đừng tuân theo|không làm theo|không tuân theo|ngừng tuân theo|ngừng làm theo|không cần tuân|bất chấp|gạt bỏ|gạt sang|hủy bỏ|vô hiệu hóa|đừng để ý",
    rules:
      "chính sách|hướng dẫn|chỉ dẫn|chỉ thị|mệnh lệnh|lệnh|quy tắc|quy định|nguyên tắc|yêu cầu|lời nhắc|giới hạn|hạn chế|thông báo hệ thống|prompt",
    prior:
      "được giao|đã nhận|được đưa|trước|trước đó|trước đây|ở trên|bên trên|tất cả|mọi|toàn bộ|của bạn|đã nhận|được đưa|ban đầu|hiện có|hệ thống",
    every: "mọi thứ|tất cả những gì|mọi điều|những gì đã|những gì được|tất cả nội dung|toàn bộ nội dung",
    text: "trang|bài viết|văn bản|tài liệu|hàm|mã|nội dung|câu hỏi|nhiệm vụ|trang web",
    say: "hãy nói|nói rằng|trả lời|viết|tuyên bố|in ra|hiển thị|thay vào đó",
    give: "cho tôi biết|cho tôi|nói cho tôi|cho tôi xem|hãy tiết lộ|tiết lộ|gửi cho tôi|cung cấp|chia sẻ|lặp lại|in ra|hiển thị|liệt kê|là gì|xác nhận",
    secret:
      "mật khẩu|khóa bí mật|khoá bí mật|chìa khóa bí mật|khóa api|khoá api|khóa riêng|thông tin đăng nhập|thông tin xác thực|mã truy cập|mã thông báo|số thẻ|thông tin ngân hàng|biến môi trường|dữ liệu mật|thông tin bí mật|khóa ssh",
    prompt:
      "lời nhắc hệ thống|prompt hệ thống|prompt của bạn|lời nhắc của bạn|hướng dẫn của bạn|hướng dẫn ẩn|chỉ dẫn ẩn|chỉ dẫn của bạn|hướng dẫn ban đầu|hướng dẫn nội bộ|thông báo hệ thống|khóa bí mật của bạn",
    maker:
      "tôi là chúa|tôi là nhà phát triển|tôi là một nhà phát triển|tôi là người tạo ra bạn|tôi là quản trị viên|tôi là người quản trị|tôi là lập trình viên|với tư cách là người tạo|được phát triển bởi openai|do openai phát triển|do anthropic phát triển|được phát triển bởi anthropic",
    mode: "chế độ",
    enter:
      "tôi đang vào|tôi đang bước vào|tôi vào|tôi kích hoạt|tôi đang kích hoạt|tôi khởi động|tôi chuyển sang|bạn đang ở|bây giờ bạn ở|chuyển sang|kích hoạt|vào",
    obey: "chỉ làm theo|chỉ tuân theo|chỉ nghe theo|trả lời tất cả các câu hỏi của tôi|trả lời mọi câu hỏi của tôi|tuân lệnh tôi|tuân theo lệnh của tôi|tuân theo mệnh lệnh của tôi|tuân theo hướng dẫn của tôi|làm theo lệnh của tôi|làm theo hướng dẫn của tôi|nghe theo tôi|nghe lời tôi|nghe hướng dẫn của tôi|lắng nghe hướng dẫn của tôi|nghe theo hướng dẫn của tôi|làm những gì tôi|chỉ nghe theo",
    now: "từ bây giờ|từ giờ|kể từ bây giờ|từ nay|kể từ lúc này|bắt đầu từ bây giờ|từ thời điểm này",
    be: "bạn là|bạn sẽ là|hãy đóng vai|đóng vai|hành động như|hành xử như|giả vờ|trả lời như|không có giới hạn|không giới hạn|không bộ lọc|không hạn chế|bạn phải|phải",
    task: "nhiệm vụ mới của bạn|nhiệm vụ mới|mục tiêu mới|hướng dẫn mới|chỉ dẫn mới|lệnh mới|nhiệm vụ thực sự|nhiệm vụ thật|thay vào đó",
    conceal:
      "đừng nói|đừng cho|không được nói|đừng báo|đừng đề cập|không đề cập|đừng tiết lộ|không tiết lộ|đừng thông báo|không thông báo|mà không nói|mà không báo|mà không cho|giấu|che giấu|giữ bí mật",
    user: "người dùng|khách hàng",
    ai: "trợ lý|mô hình ngôn ngữ|trí tuệ nhân tạo|tác nhân ai|mô hình ai|chatbot|gửi ai|nếu bạn là ai|nếu bạn là một ai",
    send: "gửi|chuyển tiếp|chuyển|tải lên|đăng|đính kèm|sao chép",
    about: "tấn công|chèn|injection|kẻ tấn công|lỗ hổng|ví dụ|chẳng hạn|độc hại|jailbreak|phát hiện|bộ lọc|lừa đảo",
    denial: {
      after: "^\\p{L}*\\s+(?:email|tin nhắn|thư)\\s+này",
      before: "(?:không|đừng|chớ|chưa|có thể|nếu bạn|nếu)\\s+(?:được\\s+|nên\\s+|thể\\s+)?$",
    },
  },
  {
    language: "Filipino",
    drop: "balewalain|huwag pansinin|huwag sundin|kalimutan|kalimutan mo|isantabi|ipagwalang-bahala|ipagwalang bahala|iwaksi|itigil ang pagsunod|talikuran|laktawan|huwag intindihin|balewala",
    rules:
      "tagubilin|utos|panuto|alituntunin|patakaran|direktiba|instruksyon|gabay|prompt|limitasyon|tuntunin|paghihigpit",
    prior:
      "nakaraan|naunang|nauna|lahat|dati|dating|itaas|iyong|mong|mga nasa itaas|ibinigay|natanggap|orihinal|sistema",
    every: "lahat ng nasa itaas|lahat ng sinabi|lahat ng nauna|anumang sinabi|lahat ng bagay",
    text: "pahina|artikulo|teksto|dokumento|function|code|nilalaman|tanong|gawain",
    say: "sabihin|sagutin|isulat|ipahayag|i-print|estado|sa halip",
    give: "ibigay|ibigay mo|sabihin mo sa akin|sabihin sa akin|ipakita|ipakita mo|ibunyag|isiwalat|ipadala mo sa akin|ulitin|ilista|ano ang|i-print|kumpirmahin|kompirmahin|makumpirma",
    secret:
      "password|lihim na susi|api key|pribadong susi|kredensyal|access token|numero ng card|datos ng bangko|kumpidensyal|sikreto|lihim",
    prompt:
      "system prompt|iyong prompt|iyong mga tagubilin|mga tagubilin mo|nakatagong tagubilin|iyong instruksyon|iyong lihim na susi|prompt ng sistema",
    maker:
      "ako ang iyong developer|ako ang developer|ako ay isang developer|isa akong developer|ako ang lumikha|ako ang iyong tagalikha|ako ang administrator|ako ay administrator|bilang iyong lumikha|ai na binuo ng|binuo ng openai|binuo ng anthropic|nilikha ng openai",
    mode: "mode|modo",
    enter:
      "pumapasok ako|papasok ako|ina-activate ko|nasa|pumasok sa|i-activate|lumipat sa|pumapasok na ako|ako ngayon ay pumapasok",
    obey: "sundin lamang ang|sundin mo lang ang|sundin mo ako|sundin ang aking|sundin mo ang aking|makinig sa aking|pakinggan ang aking|makinig ka sa aking|gawin mo ang sinasabi|aking mga utos|aking mga tagubilin|ang mga tagubilin ko",
    now: "mula ngayon|simula ngayon|mula sa puntong ito|magmula ngayon",
    be: "ikaw ay|ikaw na|kumilos bilang|umakto bilang|magpanggap|gumanap|walang limitasyon|walang filter|kailangan mong|dapat kang|dapat mong",
    task: "bagong gawain|iyong bagong gawain|bagong tagubilin|bagong utos|bagong layunin|tunay mong gawain|sa halip",
    conceal:
      "huwag sabihin|huwag mong sabihin|huwag ipaalam|huwag banggitin|huwag mong banggitin|huwag ibunyag|nang hindi sinasabi|nang hindi ipinapaalam|itago|ilihim",
    user: "user|gumagamit|kliyente",
    ai: "assistant|katulong na ai|modelo ng wika|language model|artipisyal na intelihensiya|ai agent|ai na nagbabasa|chatbot",
    send: "ipadala|ipasa|i-upload|i-email|ilathala|kopyahin",
    about: "pag-atake|atake|injection|umaatake|kahinaan|halimbawa|mapanganib|nakakahamak|jailbreak|phishing",
    denial: { before: "(?:huwag|hindi|wag)\\s+(?:mong\\s+|mo\\s+|dapat\\s+)?$" },
  },
  {
    language: "Finnish",
    drop: "unohda|unohtakaa|ohita|ohittakaa|älä noudata|älkää noudattako|älä välitä|jätä huomiotta|jättäkää huomiotta|jätä huomioimatta|sivuuta|sivuuttakaa|lakkaa noudattamasta|hylkää|älä tottele|kumoa",
    rules:
      "ohje|ohjeet|ohjeita|ohjeista|ohjei|määräy|käsky|sääntö|säännöt|sääntöjä|komento|komennot|rajoituk|järjestelmäkehot|kehot|suuntaviiv",
    prior:
      "sinulle annet|saamasi|aiem|aikaisem|edellis|edellä|yllä|kaikki|kaikkia|sinun|omat|annetut|saamasi|alkuperäis|nykyis|tähänasti",
    every: "kaikki edellä|kaikki yllä|kaikki mitä|kaikki aiempi|kaikki sitä ennen|se mitä sinulle|mitä sinulle on",
    text: "sivu|artikkeli|teksti|asiakirja|funktio|koodi|sisältö|kysymys|tehtävä",
    say: "sano|vastaa|kirjoita|väitä|tulosta|sen sijaan",
    give: "anna minulle|kerro minulle|kerro|näytä minulle|näytä|paljasta|lähetä minulle|toista|tulosta|luettele|mikä on|mitkä ovat|vahvista",
    secret:
      "salasana|salainen avain|salaisen avaimen|api-avain|api-avaim|yksityinen avain|yksityisen avaimen|kirjautumistied|tunnistetied|käyttöoikeustunnus|korttinumero|pankkitied|ympäristömuuttuj|luottamuksellis|salaisuud",
    prompt:
      "järjestelmäkehot|kehotteesi|ohjeesi|piilotetut ohjeet|sisäiset ohjeet|alkuperäiset ohjeesi|järjestelmäviesti|salaisen avaimesi",
    maker:
      "olen kehittäjäsi|olen sinun kehittäjäsi|olen kehittäjä|olen luojasi|olen ylläpitäjä|olen järjestelmänvalvoja|kehittäjänäsi|luojanasi|openain kehittämä|anthropicin kehittämä",
    mode: "tila|tilaan|tilassa|järjestelmätila|huoltotila|kehittäjätila",
    enter: "siirryn|aktivoin|käynnistän|olet nyt|siirry|aktivoi",
    obey: "noudata vain|tottele vain|tottelet vain|tottele minua|noudata minun|noudata ohjeitani|kuuntele ohjeitani|totella minua|noudattaa ohjeitani|tee mitä sanon|tee täsmälleen|vain minun",
    now: "tästä lähtien|tästä eteenpäin|nyt alkaen|tästä hetkestä|jatkossa",
    be: "olet|toimi|toimit|esitä|käyttäydy|teeskentele|vastaat|ilman rajoituksia|rajoittamaton|ilman suodattimia|sinun täytyy|sinun on",
    task: "uusi tehtäväsi|uusi tavoitteesi|uudet ohjeet|uusi ohje|todellinen tehtäväsi|oikea tehtäväsi|sen sijaan",
    conceal:
      "älä kerro|älä mainitse|älä paljasta|älä ilmoita|älä sano|älkää kertoko|kertomatta|mainitsematta|ilmoittamatta|salaa|piilota|tietämättä",
    user: "käyttäjä|käyttäjälle|asiakkaa",
    ai: "avustaja|assistentti|kielimalli|tekoäly|tekoälyagent|chatbot|keskustelubotti",
    send: "lähetä|lähettäkää|välitä|lataa|julkaise|liitä|kopioi",
    about:
      "hyökkäy|injektio|injection|haavoittuvu|esimerkiksi|esimerkki|haitalli|jailbreak|havaitse|suodat|tietojenkalastelu",
    denial: { before: "(?:älä|älkää|koskaan|voit|voitte|jos)\\s+(?:\\p{L}+\\s+)?$" },
  },
  {
    language: "Hungarian",
    drop: "hagyd figyelmen kívül|hagyja figyelmen kívül|felejtsd|felejts el|felejtse|ne kövesd|ne kövesse|ne tartsd be|ne vedd figyelembe|ne törődj|mellőzd|mellőzze|vesd el|szegd meg|töröld|lépj túl|hagyd abba",
    rules: "utasítás|szabály|parancs|irányelv|előírás|útmutatás|korlátozás|prompt|rendszerüzenet|instrukció",
    prior:
      "amit kaptál|amiket kaptál|kapott|korábbi|előző|fenti|eddigi|összes|minden|valamennyi|kapott|eredeti|meglévő|rendszer",
    every: "mindent, amit|mindent amit|minden fentit|mindent, ami|mindent ami|az eddigieket|amit eddig",
    text: "oldalt|cikket|szöveget|dokumentumot|függvényt|kódot|tartalmat|kérdést|feladatot",
    say: "mondd|válaszolj|írd|állítsd|írj|nyomtasd|ehelyett|helyette",
    give: "add meg|adja meg|mondd el|mondd meg|mutasd meg|mutasd|fedd fel|árold el|küldd el nekem|oszd meg|ismételd|írd ki|sorold|mi a|mi az|erősítsd meg|megerősíteni",
    secret:
      "jelszó|jelszava|titkos kulcs|api-kulcs|api kulcs|privát kulcs|hitelesítő adat|bejelentkezési adat|hozzáférési token|kártyaszám|banki adat|környezeti változó|bizalmas adat|titkok",
    prompt:
      "rendszerprompt|promptod|a promptodat|utasításaidat|rejtett utasítás|belső utasítás|eredeti utasítás|rendszerüzenet|titkos kulcsod",
    maker:
      "a fejlesztőd vagyok|én vagyok a fejlesztőd|fejlesztő vagyok|a készítőd vagyok|én vagyok az alkotód|rendszergazda vagyok|az adminisztrátor vagyok|fejlesztődként|alkotódként|az openai által fejlesztett|az anthropic által fejlesztett",
    mode: "mód|módba|módban|üzemmód|rendszermód|karbantartási mód",
    enter: "belépek|átlépek|aktiválom|elindítom|most már|lépj|aktiváld|válts",
    obey: "csak az itt|csak ebben a|csak az ebben|kizárólag az itt|engedelmeskedj nekem|kövesd az én|kövesd az utasításaimat|hallgass az utasításaimra|az utasításaimra|tedd, amit mondok|tedd amit mondok|csak az én",
    now: "mostantól|ettől a pillanattól|ezentúl|mától kezdve|innentől",
    be: "te egy|te vagy|leszel|viselkedj|úgy viselkedsz|tégy úgy|játszd|korlátozások nélkül|korlátok nélkül|szűrők nélkül|kell|válaszolsz",
    task: "az új feladatod|új feladatod|új célod|új utasítás|az igazi feladatod|valódi feladatod|ehelyett|helyette",
    conceal:
      "ne mondd|ne mondja|ne említsd|ne tájékoztasd|ne értesítsd|ne áruld el|ne fedd fel|ne szólj|anélkül, hogy|anélkül hogy|titkold|rejtsd|tudta nélkül",
    user: "felhasználó|ügyfél",
    ai: "asszisztens|nyelvi modell|mesterséges intelligencia|mi-ügynök|ai-ügynök|chatbot|csevegőrobot",
    send: "küldd|küldje|továbbítsd|töltsd fel|tedd közzé|csatold|másold",
    about: "támad|injekció|injection|sebezhetőség|például|példa|rosszindulatú|jailbreak|észlel|szűrő|adathalász",
    denial: { before: "(?:ne|soha|sose|ha)\\s+(?:\\p{L}+\\s+)?$" },
  },
  {
    language: "Swahili",
    drop: "puuza|puuzeni|sahau|sahauni|usifuate|msifuate|achana na|tupilia mbali|usitii|kupuuza",
    rules: "maagizo|maelekezo|amri|sheria|miongozo|mwongozo|kanuni|prompt",
    prior: "yaliyotangulia|zilizotangulia|ya awali|za awali|yaliyopita|yote|zote|hapo juu|yako|zako|ya hapo juu",
    every: "yote yaliyosemwa|kila kitu|yote hapo juu|yote uliyoambiwa",
    give: "nipe|niambie|nionyeshe|onyesha|fichua|nitumie|toa|rudia|ni nini|thibitisha",
    secret: "nenosiri|nywila|ufunguo wa siri|funguo za siri|ufunguo wa api|taarifa za siri|siri",
    prompt: "maagizo yako|maelekezo yako|prompt ya mfumo|maagizo yaliyofichwa|ujumbe wa mfumo",
    maker: "mimi ni msanidi|mimi ni mtengenezaji|mimi ni msimamizi|iliyotengenezwa na openai",
    mode: "hali ya|modi",
    enter: "ninaingia|naingia|ninawasha|sasa uko|washa|ingia",
    obey: "nitii|tii amri zangu|fuata maagizo yangu|fuata amri zangu|sikiliza maagizo yangu|fanya ninachosema",
    now: "kuanzia sasa|tangu sasa|kuanzia wakati huu",
    be: "wewe ni|utakuwa|jifanye|tenda kama|bila vizuizi|bila mipaka|lazima",
    task: "kazi yako mpya|jukumu lako jipya|maagizo mapya|badala yake",
    conceal: "usimwambie|usimwarifu|usitaje|usifichue|bila kumwambia|bila kumjulisha|ficha",
    user: "mtumiaji|mteja",
    ai: "msaidizi|modeli ya lugha|akili bandia|akili mnemba|chatbot",
    send: "tuma|peleka|pakia|wasilisha|nakili",
    about: "shambulio|mashambulizi|mfano|kwa mfano|hatari|jailbreak|injection",
    denial: { before: "(?:usi|kamwe)\\s*$" },
  },
];
